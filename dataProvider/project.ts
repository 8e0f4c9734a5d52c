import { unwrap, wrap } from '../resources/kit/wrapped.ts'
import { call } from './http.ts'
import { integer, isRecord, text } from './normalise.ts'

/** The caller's own project (spec 1 §3), optional text unwrapped. */
export interface MyProject {
  id: number
  name: string
  pin_code: string
  remain_sms: string
  contact: string
  config: string
  explained: string
  /** Path of the logo; '' where there is none. */
  ico: string
}

/** null for who belongs to none. */
export async function myProject(signal?: AbortSignal): Promise<MyProject | null> {
  const answer = await call('GET', 'godbMyProject', { signal })
  const id = isRecord(answer) ? integer(answer['id']) : null
  if (!isRecord(answer) || id === null) return null
  const plain = (field: string): string => text(answer[field])
  return { id, name: plain('name'), pin_code: plain('pin_code'), remain_sms: plain('remain_sms'), contact: plain('contact'), config: plain('config'), explained: plain('explained'), ico: unwrap(answer['ico']) ?? '' }
}

/** What of it may be edited. */
export const PROJECT_FIELDS = ['name', 'contact', 'config', 'explained', 'ico'] as const
export type ProjectEdit = Pick<MyProject, (typeof PROJECT_FIELDS)[number]>

/** PUT godbProject/{id} with the whole of what may be edited (spec 1 §7). */
export const saveProject = (id: number, { name, contact, config, explained, ico }: ProjectEdit): Promise<unknown> =>
  call('PUT', `godbProject/${id}`, { body: { id, name, contact, config, explained: wrap(explained || null), ico: wrap(ico || null) } })
