/* Why a text could not be read, in the user's language.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "yq-record.h"

G_BEGIN_DECLS

/* Without full stop; (transfer full). Of a record with line and column, of a position without. */
char *yq_faults_record_text (const YqRecordFault *fault);
char *yq_faults_fen_text (const YqFenFault *fault);

G_END_DECLS
