import type { CodeModeRunOptions } from '../../contract/code-mode.js'
import type { ResolvedCodeModeLimits } from '../config/code-mode-limits.js'
import { createNonces } from '../frames/create-nonces.js'
import type { FrameDecoderOptions } from '../frames/frame-decoder.js'
import { FRAME_PREFIX } from '../frames/frame-prefix.js'
import type { BootMessage } from '../runner/boot-message.js'
import { bootstrapScript } from '../runner/bootstrap-script.js'
import { runnerSource } from '../runner/runner-source.js'
import { externalsOf } from '../stubs/externals-of.js'
import type { ProgramLauncher } from './program-launcher.js'

/**
 * Where frames go. Writes of up to 4096 bytes are not torn by those of other processes on the same pipe, which matters
 * only where the program's children write to the same stream.
 */
export const frameStreams = {
  channel: { inputDescriptor: 3, outputDescriptor: 3, segmentBytes: 0, isStdout: false },
  // Standard output may be kept in files of the machine, which the program can read.
  stdout: { inputDescriptor: 0, outputDescriptor: 1, segmentBytes: 4096, isStdout: true },
} as const

/** What starts one run: the command, the first line for the runner, and the nonces that its frames will carry. */
export function createBoot(
  script: string,
  options: CodeModeRunOptions,
  limits: ResolvedCodeModeLimits,
  launcher: ProgramLauncher,
): { nonce: FrameDecoderOptions['nonce']; command: string; bootLine: string } {
  const { inputDescriptor, outputDescriptor, segmentBytes, isStdout } = frameStreams[launcher.frames]
  const nonce = globalThis.crypto.randomUUID()
  const message: BootMessage = {
    runner: runnerSource,
    prefix: FRAME_PREFIX,
    nonce,
    isChained: isStdout,
    inputDescriptor,
    outputDescriptor,
    segmentBytes,
    maxResultBytes: limits.maxResultBytes,
    maxLogBytes: limits.maxLogBytes,
    externals: externalsOf(options.toolIds),
    program: script,
  }
  // The input type is named, so that no setting in the environment of the sandbox changes how the text is read.
  const node = `exec ${launcher.nodeCommand ?? 'node'} --input-type=commonjs`
  return {
    nonce: isStdout ? createNonces(nonce) : nonce,
    command: `${node} -e '${bootstrapScript(inputDescriptor)}'`,
    bootLine: `${JSON.stringify(message)}\n`,
  }
}
