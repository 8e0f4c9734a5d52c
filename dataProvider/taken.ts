import { call } from './http.ts'

/** A value for a field that must be unique, and the record it is meant for. */
export interface Claim {
  field: string
  value: string
  /** The record that is being edited and may already hold the value; null for a new record. */
  id: number | null
  project: number | null
}

/** Whether another record already holds the value: GET taken/{noun}, an extension ("taken" in the capabilities). */
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
