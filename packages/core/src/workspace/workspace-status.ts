/**
 * Status of a workspace: `pending → initializing → ready`, `error` when a phase failed, `destroying → destroyed` at the
 * end. `paused` is part of the union for code that was written against it; nothing sets it.
 */
export type WorkspaceStatus = 'pending' | 'initializing' | 'ready' | 'paused' | 'error' | 'destroying' | 'destroyed'
