const nanosecondsPerSecond = 1_000_000_000n

/** Nanoseconds as they follow the seconds: nothing, or a point and digits without zeros at the end. */
function fraction(timeNs: bigint): string {
  const nanoseconds = timeNs % nanosecondsPerSecond
  if (nanoseconds === 0n) return ''
  return `.${String(nanoseconds).padStart(9, '0').replace(/0+$/, '')}`
}

function parts(timeNs: bigint): readonly [day: string, time: string] {
  const [day = '', rest = ''] = new Date(Number((timeNs / nanosecondsPerSecond) * 1000n)).toISOString().split('T')
  return [day, rest.slice(0, 8)]
}

/** As Go's `time.String()` writes it: `2026-01-01 00:00:00.5 +0000 UTC`. */
export function goTimeText(timeNs: bigint): string {
  const [day, time] = parts(timeNs)
  return `${day} ${time}${fraction(timeNs)} +0000 UTC`
}

/** RFC 3339 with as many digits as are needed. */
export function rfc3339(timeNs: bigint): string {
  const [day, time] = parts(timeNs)
  return `${day}T${time}${fraction(timeNs)}Z`
}
