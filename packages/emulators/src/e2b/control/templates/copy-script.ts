/**
 * Puts the files of an uploaded archive in place. Its variables: ARCHIVE, SOURCE (a path in the archive), TARGET, OWNER (`user:group`) and
 * MODE, which may be empty.
 *
 * As the vendor's builds do it: a file or a link becomes the target, or goes into it where that is a directory or ends in a slash; of a
 * directory, what is in it goes into the target, which keeps what it has. Only what was in the archive is given to the owner: directories
 * that had to be made for it are root's.
 *
 * Success never calls \`exit\`: that would run what the user's home has for the end of a login shell.
 */
export const copyScript = `set -e
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked" "$ARCHIVE"' EXIT
tar -xf "$ARCHIVE" -C "$unpacked"
entry=$unpacked/$SOURCE
if [ ! -e "$entry" ] && [ ! -L "$entry" ]; then echo "COPY: there is no '$SOURCE' among the files" >&2; exit 1; fi
chown -hR "$OWNER" "$entry"
if [ -n "$MODE" ] && [ ! -L "$entry" ]; then chmod -R "$MODE" "$entry"; fi
if [ -d "$entry" ] && [ ! -L "$entry" ]; then
  mkdir -p "$TARGET"
  tar -cf - -C "$entry" . | tar -xf - -C "$TARGET" --keep-directory-symlink --no-overwrite-dir
else
  case "$TARGET" in
    */) mkdir -p "$TARGET" ;;
    *) mkdir -p "$(dirname "$TARGET")" ;;
  esac
  mv -f "$entry" "$TARGET"
fi
`
