import { call } from './http.ts'

/** A value of a field that must be unique, and where it would stand. */
export interface Claim {
  field: string
  value: string
  /** The record that may hold it; null for a new one. */
  id: number | null
  project: number | null
}

/** Whether another record holds the value already: GET taken/{noun}, an extension ("taken" in the capabilities). */
export async function isTaken(
  noun: string,
  { field, value, id, project }: Claim,
  signal?: AbortSignal,
): Promise<boolean> {
  const answer = await call<{ taken?: unknown } | null>('GET', `taken/${noun}`, {
    query: { field, value, ...(id !== null && { id }), ...(project !== null && { pro_id: project }) },
    signal,
    timeout: 8000,
  })
  return answer?.taken === true
}
