/* Proves or refutes forced mates, and says what a composer wants to know of them.
 *
 * The side to move of a position attacks. «Mate in n» means: the defender has no legal move after
 * the attacker's n-th move at the latest, whatever he plays (in check or not: in xiangqi both
 * lose). In duck chess it means that the captain is taken by the attacker's n-th move at the
 * latest: nobody need answer a threat there, and who leaves his own captain to be taken has failed.
 * A repeated position brings no mate nearer, so perpetual check never counts as one; nor is a
 * defender mated who can go on for ever, be it by checks of his own.
 *
 * But in xiangqi whoever checks for ever loses. So where any moves are asked for and no length is,
 * a win of the attacker is proven, too: he mates, or play is endless, and from some point on every
 * move of the defender is a check, but not every move of his own. For that it is enough to look at
 * the first time a position is repeated. Mates go before such wins.
 *
 * Nothing here is guessed: what could not be proven within the limits is called undecided.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdatomic.h>

#include "yq-record.h"

enum
{
  YQ_MATE_LONGEST = 249, /* the longest mate that can be asked for or proven, in moves */
};

typedef enum
{
  YQ_MATE_UNDECIDED,  /* the limits were reached first, or it was stopped */
  YQ_MATE_IN,         /* mate in length moves and no faster: both proven */
  YQ_MATE_WITHIN,     /* mate in at most length moves: proven; perhaps faster */
  YQ_MATE_WIN_WITHIN, /* the attacker mates unless the defender checks for ever, which is forbidden:
                         proven. The lines of the solution have at most length of his moves; they
                         end with the mate, or where a check of the defender repeats what was before
                       */
  YQ_MATE_NO_BY_CHECKS, /* checks alone never mate: proven */
  YQ_MATE_NO_IN,        /* no mate in length moves or fewer: proven (length is YQ_MATE_LONGEST when
                           there is none at all, and no YQ_MATE_WIN_WITHIN either but for win_undecided: this
                           is asked with less patience then). Under checks_only: by checks alone */
} YqMateVerdict;

typedef struct YqMateNode YqMateNode;

/* A move of the solution. The attacker's moves and the defences alternate; siblings are the other
 * defences, longest resistance first, or other moves of the attacker that mate as fast (duals). */
struct YqMateNode
{
  YqMove move;
  uint8_t length; /* the attacker's moves from here to the mate, this one included when it is his */
  bool exact;     /* length is proven to be the least; else a mate may be nearer */
  bool dual;      /* a second move of the attacker; what follows it is not shown */
  bool barred; /* a move of the attacker by which the position after an earlier one of the line is
                  repeated: of `same`, whose length is larger. All moves of the defender since then
                  were checks, some of the attacker were not: the defender may not go on so */
  YqMateNode *parent; /* NULL at a first move */
  YqMateNode *child;  /* what follows; NULL at the mate */
  YqMateNode *next;
  YqMateNode *same; /* when not NULL what follows is what follows that node: the same position */
};

/* What is known of a first move. */
typedef enum
{
  YQ_MATE_FIRST_BEST,      /* mates in length, as fast as the solution */
  YQ_MATE_FIRST_LONGER,    /* mates in at most length, more slowly than the solution */
  YQ_MATE_FIRST_UNDECIDED, /* the limits were reached first */
  YQ_MATE_FIRST_SLOWER, /* no mate in as many moves as the solution takes: proven; perhaps later */
  YQ_MATE_FIRST_NEVER,  /* no mate, however long: proven (under checks_only: by checks) */
} YqMateFirstKind;

typedef struct
{
  YqMove move;
  YqMateFirstKind kind;
  uint8_t length;
  bool mirrored; /* the mirror image of an earlier one of the same kind in a symmetric position */
} YqMateFirst;

/* A piece taken off the board. */
typedef enum
{
  YQ_MATE_PIECE_NEEDED,
  YQ_MATE_PIECE_SUPERFLUOUS, /* without it: same length, same fastest first moves */
  YQ_MATE_PIECE_UNDECIDED,
} YqMatePieceKind;

typedef struct
{
  YqSquare square;
  YqMatePieceKind kind;
} YqMatePiece;

typedef struct
{
  YqMateVerdict verdict;
  unsigned length;
  unsigned refuted; /* no mate in so many moves: proven, whatever the verdict */
  bool win_undecided; /* there is no mate at all, but whether a win is forced that the defender can only put off
                         by checking for ever was not decided */
  uint64_t nodes;   /* positions looked at for the verdict */
  double seconds;   /* taken by the verdict */

  YqMove line[2 * YQ_MATE_LONGEST]; /* best play of both sides up to the mate, or the repetition */
  unsigned n_line;

  YqMateNode *tree;   /* the first move (and its duals); NULL unless asked for and found */
  bool tree_complete; /* else limits cut it: some nodes with length > 1 have no child */

  /* Facts, when asked for and a mate was found. */
  YqMateFirst *firsts; /* every legal first move (under checks_only: every check), best first */
  size_t n_firsts;
  YqMatePiece *pieces; /* every piece but the captains, in order of squares */
  size_t n_pieces;
  unsigned n_longest; /* first defences that hold out the longest */
  bool symmetric;     /* the position is its own mirror image */

  void *memory; /* behind the pointers above */
} YqMateResult;

typedef struct
{
  double seconds; /* since the start */
  uint64_t nodes;
  unsigned refuted; /* no mate in so many moves */
  unsigned proven;  /* mate in at most so many; 0 = not yet */
} YqMateProgress;

typedef struct
{
  bool checks_only; /* every move of the attacker must attack the captain */
  unsigned length;  /* looks for a mate in at most so many moves; 0 = of any length */
  bool first_found; /* any mate will do: do not look for a shorter one */
  bool tree;        /* make the tree */
  bool facts;       /* judge all first moves and pieces; makes the tree, too */

  /* Limits, 0 = none. When they are reached the verdict stands as it is; tree and facts may then
   * take as much again, and so may the solution without which YQ_MATE_WIN_WITHIN is not said. */
  double seconds;
  uint64_t nodes;
  atomic_bool *stop; /* when true everything ends, within milliseconds; may be NULL. Borrowed */

  /* Called in the solving thread about every 50 ms; may be NULL. */
  void (*progress) (const YqMateProgress *progress, void *data);
  void *progress_data;
} YqMateTask;

/* A solver with its memory, for one thread at a time, and for many positions one after the other.
 */
typedef struct YqMate YqMate;

/* memory: bytes for search and tree together, 0 = 256 MiB (at least 1 MiB is used). Only what is
 * needed is taken from the system. NULL when out of memory. */
YqMate *yq_mate_new (size_t memory);
void yq_mate_free (YqMate *mate);

/* Solves pos, which must have no faults (yq_position_faults()) and its game not be over, for its
 * side to move. The result is written whole; free what it holds with yq_mate_result_clear(). */
void yq_mate_solve (YqMate *mate, const YqPosition *pos, const YqMateTask *task,
                    YqMateResult *result);
void yq_mate_result_clear (YqMateResult *result);

/* What follows node, wherever it is shown; NULL at the mate. */
static inline YqMateNode *
yq_mate_node_replies (const YqMateNode *node)
{
  return node->same != NULL ? node->same->child : node->child;
}

/* Checks a solution move by move, with nothing of the search: each move legal (by the slow way,
 * yq_position_refusal()), every defence answered, each line a mate within length moves of the
 * attacker, under checks_only each of his moves a check. On failure *fault (may be NULL) gets an
 * English sentence without full stop. Duals are only checked for legality. */
enum
{
  YQ_MATE_FAULT_MAX = 160
};
bool yq_mate_verify (const YqPosition *pos, const YqMateNode *tree, unsigned length,
                     bool checks_only, char fault[YQ_MATE_FAULT_MAX]);
/* Checks in the same way the solution of a win where the defender may not check for ever: every
 * line is a mate within length moves of the attacker or leads back to an earlier position of the
 * solution, and play that goes round so for ever, in any way, has only checks of the defender and
 * not only checks of the attacker. */
bool yq_mate_verify_win (const YqPosition *pos, const YqMateNode *tree, unsigned length,
                         char fault[YQ_MATE_FAULT_MAX]);

/* The tree as a game with variations, the longest resistance as its main line, where a comment says
 * what each first move or defence comes to. start: what the position was read from; barred: the
 * comment where the defender may not repeat his checks. */
YqRecord *yq_mate_record (const YqFen *start, const YqMateResult *result, const char *barred);

/* The verdict in words, win_undecided included: «mate in 5», «mate within 9», «win within 12», «no mate by checks», «no
 * mate in 3», «undecided». */
enum
{
  YQ_MATE_VERDICT_MAX = 48
};
void yq_mate_verdict_text (const YqMateResult *result, char text[YQ_MATE_VERDICT_MAX]);
