#!/usr/bin/python3
"""Writes yq-glyphs-outlines.h: the outlines of the characters that the board shows.

Run by hand when a character is added, never by the build:
    ./yq-glyphs-outlines.py /usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf > yq-glyphs-outlines.h
Needs python3-fonttools and the font (Debian: fonts-lxgw-wenkai).

Coordinates are 1/1000 em, y up. A glyph is a string of operations 'M' 'L' 'Q' 'Z', each followed by its
points as differences from the point before: one signed byte, or -128 and then a little-endian int16.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import struct
import sys
import textwrap
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

PIECES = '帥將仕士相象傌馬俥車炮砲兵卒鴨鸭王'
RIVER = '楚河漢界'
COORDINATES = '一二三四五六七八九0123456789abcdefghi'


def outline(font, char):
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[font.getBestCmap()[ord(char)]].draw(pen)
    scale = 1000 / font['head'].unitsPerEm

    def at(point):
        return round(point[0] * scale), round(point[1] * scale)

    def between(a, b):
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2

    ops = []
    for op, args in pen.value:
        if op == 'moveTo':
            ops.append(('M', at(args[0])))
        elif op == 'lineTo':
            ops.append(('L', at(args[0])))
        elif op == 'qCurveTo':
            if args[-1] is None:  # a closed contour without a point on the curve
                args = (*args[:-1], between(args[-2], args[0]))
                ops.append(('M', at(args[-1])))
            for i, control in enumerate(args[:-1]):
                end = args[-1] if i == len(args) - 2 else between(control, args[i + 1])
                ops.append(('Q', at(control), at(end)))
        elif op in ('closePath', 'endPath'):
            ops.append(('Z',))
        else:
            raise SystemExit(f'{char}: {op} is not expected in a TrueType font')
    return ops


def pack(ops):
    out, x, y = bytearray(), 0, 0
    for op, *points in ops:
        out.append(ord(op))
        for point in points:
            for d in (point[0] - x, point[1] - y):
                out += struct.pack('b', d) if -127 <= d <= 127 else struct.pack('<bh', -128, d)
            x, y = point
    return [b - 256 if b > 127 else b for b in out]


def main():
    font = TTFont(sys.argv[1])
    print(Path(__file__).with_suffix('.txt').read_text(), end='')
    print('#pragma once\n')
    rows = []
    for char in sorted(PIECES + RIVER + COORDINATES):
        ops = outline(font, char)
        xs, ys = zip(*(point for op in ops for point in op[1:]))
        data = pack(ops)
        name = f'outline_{ord(char):04x}'
        body = textwrap.fill(', '.join(map(str, data)), 98, initial_indent='  ', subsequent_indent='  ')
        print(f'/* {char} */\nstatic const signed char {name}[] = {{\n{body}\n}};')
        rows.append(f'  {{ 0x{ord(char):04x}, {min(xs)}, {min(ys)}, {max(xs)}, {max(ys)}, '
                    f'sizeof {name}, {name} }},')
    print('\n/* Sorted by code. */\nstatic const YqOutline outlines[] = {')
    print('\n'.join(rows))
    print('};')


main()
