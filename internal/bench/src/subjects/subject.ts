import type { DaytonaLibrary } from './daytona-library.ts'

/** How a subject runs one command. */
export type Execute = (command: string) => Promise<{ readonly exitCode: number; readonly stdout: string }>

/** What code mode is asked to do. */
export interface ProgramRun {
  readonly program: string
  /** Tools by id. */
  readonly tools: Readonly<Record<string, (input: unknown) => Promise<unknown>>>
}

/** A library that is measured. What it cannot do is absent. */
export interface Subject {
  /** `ours`, or the name of the package. */
  readonly name: string
  readonly version: string
  /** The module that this subject was made by, for measures that need a process of their own. */
  readonly module: string
  /** By role: what users import, as seen from `importedFrom`. */
  readonly entries: Readonly<Partial<Record<'main' | 'workspace' | 'tools', string>>>
  readonly importedFrom: string
  readonly execute: Execute
  /** Runs a command to its end as a stream, with or without a listener for its text. */
  readonly stream: (command: string, onStdout?: (text: string) => void) => Promise<void>
  /** As `execute`, isolated from the host by bubblewrap. */
  readonly executeIsolated?: Execute | undefined
  /** Runs a model-written program; resolves with what it returned. */
  readonly runProgram?: ((run: ProgramRun) => Promise<unknown>) | undefined
  /** Loads what it has for Daytona. */
  readonly openDaytona?: (() => Promise<DaytonaLibrary>) | undefined
  readonly close: () => Promise<void>
}

/** What the module of a subject exports. */
export interface SubjectModule {
  /** Makes the subject; its commands run in `directory`. */
  readonly createSubject: (directory: string) => Promise<Subject>
}
