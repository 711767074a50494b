import type { Subject } from '../subjects/subject.ts'

/** What a figure may be at most. */
export interface Budget {
  /** `ratio`: figure ÷ that of the bare thing. `over`: figure − that of the bare thing. `value`: the figure itself. */
  readonly kind: 'ratio' | 'over' | 'value'
  readonly limit: number
}

/** One figure that a run of a contender yields. */
export interface Metric {
  readonly name: string
  readonly unit: 'ms' | 'MB' | 'packages' | 'requests'
  /** For ours only. */
  readonly budget?: Budget | undefined
}

/** Does the work once and tells its figures, in the order of the case's metrics. */
export type Contender = () => Promise<readonly number[]>

/** The same work, done by the bare thing, by us, and perhaps by others. */
export interface Case {
  readonly name: string
  readonly metrics: readonly Metric[]
  /** By name: `bare`, `ours` and the names of peers. */
  readonly contenders: Readonly<Record<string, Contender>>
  readonly rounds: number
  /** Rounds that do not count. Default 1. */
  readonly warmUps?: number | undefined
}

/** What a measure gets to know. */
export interface MeasureContext {
  /** Fewer rounds and less work. */
  readonly quick: boolean
  /** A new directory, removed afterwards. */
  readonly directory: string
  /** Who is measured beside the bare thing: ours first. */
  readonly subjects: readonly Subject[]
}

/** The cases of a measure, or why there are none here. */
interface PreparedMeasure {
  readonly cases: readonly Case[]
  /** Reasons for what is left out, and facts that explain the figures. */
  readonly notes: readonly string[]
  close?(): Promise<void>
}

/** Something worth knowing about the cost of use. */
export interface Measure {
  /** For `--filter`. */
  readonly name: string
  /** Whether other libraries are measured with it. */
  readonly hasPeers: boolean
  prepare(context: MeasureContext): Promise<PreparedMeasure>
}
