/* The headless mode: what yaqi-cli does, and `yaqi --headless`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Runs the command of argv[1]; argv[0] is not looked at. Returns the exit status: 0, 1 = something was
 * checked and is wrong, 2 = usage or malformed input, 3 = reading or writing failed. */
int yq_cli_main (int argc, char **argv);
