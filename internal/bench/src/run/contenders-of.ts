import type { Subject } from '../subjects/subject.ts'
import type { Contender } from './measure.ts'

/** One contender for each subject that can do the work. */
export function contendersOf(
  subjects: readonly Subject[],
  make: (subject: Subject) => Contender | undefined,
): Record<string, Contender> {
  const contenders: Record<string, Contender> = {}
  for (const subject of subjects) {
    const contender = make(subject)
    if (contender) contenders[subject.name] = contender
  }
  return contenders
}
