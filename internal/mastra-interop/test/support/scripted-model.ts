import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock'

type Model = MastraLanguageModelV2Mock
type StreamPart = Awaited<ReturnType<Model['doStream']>> extends { stream: ReadableStream<infer Part> } ? Part : never

/** What the model says in one step: it calls a tool, or it answers. */
export type ScriptStep = { readonly tool: string; readonly input: Record<string, unknown> } | { readonly text: string }

/** A model that says what a script says, step by step, and keeps what it was told before each. */
export function scriptedModel(steps: readonly ScriptStep[]): Model {
  let next = 0
  return new MastraLanguageModelV2Mock({
    doStream: async () => {
      const step = steps[next]
      next += 1
      if (!step) throw new Error('The script is over')
      return { stream: streamOf(partsOf(step, next)) }
    },
  })
}

/** Everything that the model was told before its last step, as JSON. */
export function lastPrompt(model: Model): string {
  return JSON.stringify(model.doStreamCalls.at(-1)?.prompt)
}

function partsOf(step: ScriptStep, number: number): StreamPart[] {
  const id = `step-${number}`
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
  if ('text' in step) {
    return [
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: step.text },
      { type: 'text-end', id },
      { type: 'finish', finishReason: 'stop', usage },
    ]
  }
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'tool-call', toolCallId: id, toolName: step.tool, input: JSON.stringify(step.input) },
    { type: 'finish', finishReason: 'tool-calls', usage },
  ]
}

function streamOf(parts: readonly StreamPart[]): ReadableStream<StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}
