import { unwrap, wrap } from '../../resources/kit/wrapped.ts'
import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readRecords, readText } from '../normalise.ts'

/** The caller's own project (spec 1 §3), optional text unwrapped. */
export interface MyProject {
  id: number
  name: string
  pin_code: string
  remain_sms: string
  contact: string
  config: string
  explained: string
  /** Path of the logo; '' if there is none. */
  ico: string
}

/** Returns the caller's own project; null if the caller belongs to none. */
export async function myProject(signal?: AbortSignal): Promise<MyProject | null> {
  const answer = await call('GET', 'godbMyProject', { signal })
  const id = isRecord(answer) ? integer(answer['id']) : null
  if (!isRecord(answer) || id === null) return null
  const plain = (field: string): string => readText(answer[field])
  return {
    id,
    name: plain('name'),
    pin_code: plain('pin_code'),
    remain_sms: plain('remain_sms'),
    contact: plain('contact'),
    config: plain('config'),
    explained: plain('explained'),
    ico: unwrap(answer['ico']) ?? '',
  }
}

/**
 * Returns the codes (`pin_code`) under which the external site of display screens knows the projects, by project id: of
 * all projects for the super administrator, of their own project for other users. Name lists do not contain these
 * codes.
 */
export async function projectPins(all: boolean, signal?: AbortSignal): Promise<ReadonlyMap<number, string>> {
  const projects = all
    ? readRecords(await call('GET', 'godbProject', { query: { page_size: 1000, current: 1 }, signal })).map((row) => ({
        id: integer(row['id']),
        pin_code: readText(row['pin_code']),
      }))
    : [await myProject(signal)]
  return new Map(projects.flatMap((project) => (project?.id == null ? [] : [[project.id, project.pin_code] as const])))
}

/** The fields of the project that may be edited. */
export const PROJECT_FIELDS = ['name', 'contact', 'config', 'explained', 'ico'] as const
export type ProjectEdit = Pick<MyProject, (typeof PROJECT_FIELDS)[number]>

/** Calls PUT godbProject/{id} with all fields that may be edited (spec 1 §7). */
export const saveProject = (id: number, { name, contact, config, explained, ico }: ProjectEdit): Promise<unknown> =>
  call('PUT', `godbProject/${id}`, {
    body: { id, name, contact, config, explained: wrap(explained || null), ico: wrap(ico || null) },
  })
