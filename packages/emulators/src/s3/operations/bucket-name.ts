const reserved = [/^xn--/, /^sthree-/, /^amzn-s3-demo-/, /-s3alias$/, /--ol-s3$/, /\.mrap$/, /--x-s3$/, /--table-s3$/]

/** Whether a bucket may have this name: 3 to 63 small letters, digits, hyphens and dots, like a host's. */
export function isBucketName(name: string): boolean {
  if (!/^[a-z0-9](?:[a-z0-9.-]{1,61})[a-z0-9]$/.test(name)) return false
  if (/\.\.|\.-|-\.|^\d+\.\d+\.\d+\.\d+$/.test(name)) return false
  return !reserved.some((pattern) => pattern.test(name))
}
