/** [BR-013] Variables of a machine that change what programs print, where they look and which keys they take. */
export const misleading: Readonly<Record<string, string>> = {
  LC_ALL: 'de_DE.UTF-8',
  POSIXLY_CORRECT: '1',
  TMPDIR: '/nonexistent',
  CDPATH: '/etc',
  GREP_OPTIONS: '-v',
  ENV: '/nonexistent',
  AWSACCESSKEYID: 'AKIAOFSOMEBODYELSE00',
  AWSSECRETACCESSKEY: 'secret-of-somebody-else',
  AWSSESSIONTOKEN: 'token-of-somebody-else',
  AWS_ACCESS_KEY_ID: 'AKIAOFSOMEBODYELSE00',
  AWS_CA_BUNDLE: '/nonexistent',
  RCLONE_CONFIG: '/nonexistent',
}
