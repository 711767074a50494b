/** Times of S3 count whole seconds. */
export function showTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}.000Z`
}
