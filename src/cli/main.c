/* yaqi-cli: the headless mode as a program without GTK.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-cli.h"

int
main (int argc, char **argv)
{
  return yq_cli_main (argc, argv);
}
