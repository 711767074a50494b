import { existsSync, readFileSync } from 'node:fs'

const hasProc = existsSync('/proc/self/stat')

/** Whether a process is there and is not only waiting to be reaped. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    if (!hasProc) return true
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'ENOENT')) return false
    throw error
  }
}

/** The numbers that stand alone on a line. */
export function pidsIn(text: string): number[] {
  return [...text.matchAll(/^\d+$/gm)].map(([digits]) => Number(digits))
}

/** Waits until a condition holds; fails after `limitMs`. */
export async function untilTrue(condition: () => boolean | Promise<boolean>, limitMs = 8000): Promise<void> {
  const endMs = Date.now() + limitMs
  while (!(await condition())) {
    if (Date.now() > endMs) throw new Error(`Not true within ${limitMs} ms: ${String(condition)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
