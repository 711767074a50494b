import type { Build, BuildFailure, BuildStatus } from './template.js'

/** It has not ended yet. */
export function isUnderWay({ status }: Pick<Build, 'status'>): boolean {
  return status === 'waiting' || status === 'building'
}

export function enterStatus(build: Build, status: BuildStatus): void {
  build.status = status
  build.updatedAt = new Date()
  if (!isUnderWay(build)) build.finishedAt = build.updatedAt
}

/** Does nothing to a build that has ended. */
export function failBuild(build: Build, failure: BuildFailure): void {
  if (!isUnderWay(build)) return
  build.failure = failure
  build.log.add(failure.message, failure.step, 'error')
  enterStatus(build, 'error')
}

/** Ends a build for somebody who wants another. */
export function cancelBuild(build: Build, message: string): void {
  failBuild(build, { message })
  build.abort.abort()
}
