#!/usr/bin/env bash
# with-display.sh COMMAND...: runs COMMAND with an X server, a session bus, a window manager, a compositor
# and a home of its own, so that tests neither need nor touch the session of whoever runs them.
# SCREEN=WIDTHxHEIGHT sets the size of the screen. Without the programs it needs it reports a skipped test.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u

for tool in Xvfb dbus-run-session openbox xcompmgr xprop; do
  if ! command -v "$tool" >/dev/null; then
    echo "1..0 # SKIP $tool is not installed"
    exit 0
  fi
done

own=$(mktemp -d)
mkdir -m 700 "$own/home" "$own/run"
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$own"' EXIT
trap 'exit 143' TERM INT HUP

# The server picks a free display number itself and says it when it is ready; an early death ends the read.
mkfifo "$own/number"
Xvfb -displayfd 3 -screen 0 "${SCREEN:-1280x900}x24" -nolisten tcp -noreset 3>"$own/number" 2>"$own/xvfb.log" &
if ! read -r number <"$own/number"; then
  cat "$own/xvfb.log" >&2
  echo "Bail out! Xvfb did not start"
  exit 1
fi

unset WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS AT_SPI_BUS_ADDRESS SESSION_MANAGER XAUTHORITY XMODIFIERS
export DISPLAY=":$number" HOME="$own/home" XDG_RUNTIME_DIR="$own/run" TMPDIR="$own"
export XDG_CONFIG_HOME="$HOME/.config" XDG_DATA_HOME="$HOME/.local/share"
export XDG_CACHE_HOME="$HOME/.cache" XDG_STATE_HOME="$HOME/.local/state"
export GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_IM_MODULE=gtk-im-context-simple
export GSETTINGS_BACKEND=memory GIO_USE_VFS=local NO_AT_BRIDGE=0
# Pictures are drawn without OpenGL, which takes long to start; GTK has said this in two ways.
if pkg-config --atleast-version=4.15 gtk4; then export GDK_DISABLE=gl; else export GDK_DEBUG=gl-disable; fi
openbox >/dev/null 2>&1 &
xcompmgr >/dev/null 2>&1 &
for _ in {1..200}; do
  xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q '# 0x' && break
  sleep 0.05
done

# The bus and what it starts greet on their outputs; only those of the command are news.
# shellcheck disable=SC2016
dbus-run-session -- bash -c 'exec "$@" >&3 2>&4 3>&- 4>&-' command "$@" </dev/null 3>&1 4>&2 >/dev/null 2>&1
