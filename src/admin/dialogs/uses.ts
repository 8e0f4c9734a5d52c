import type { WireError } from '../../../dataProvider/http.ts'
import { allResources } from '../../../resources/index.ts'
import { named } from '../../../resources/kit/named.ts'

/** A record that hangs on another one. */
export interface Use {
  path: string
  id: number
  title: string
}

/** What a refusal to delete names as users, and how many more there are; none where the platform only says it in words. */
export function usesIn({ body: { data } }: WireError): { uses: Use[]; more: number } {
  const users = isRecord(data) && Array.isArray(data['uses']) ? (data['uses'] as unknown[]).filter(isRecord) : []
  const uses = users.map((use) => ({
    path: pathOf(String(use['path'] ?? use['resource'] ?? '')),
    id: Number(use['id']),
    title: named(Number(use['id']), use['title'], use['name']),
  }))
  const more = isRecord(data) ? Number(data['more']) : 0
  return { uses, more: more > 0 ? more : 0 }
}

/** The route of a resource that is named by its route, its table or its noun on the wire. */
const pathOf = (name: string): string =>
  allResources.find(({ path, table, api }) => [path, table, api].includes(name))?.path ?? name

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
