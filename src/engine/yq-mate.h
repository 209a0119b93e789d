/* Proves or refutes forced mates.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-moves.h"
