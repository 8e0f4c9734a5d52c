import type { WireError } from '../../dataProvider/http.ts'

/** A record that hangs on another one. */
export interface Use {
  path: string
  id: number
  title: string
}

/** What a refusal to delete names as users; empty where the platform only says it in words. */
export function usesIn({ body: { data } }: WireError): Use[] {
  const uses = isRecord(data) ? data['uses'] : null
  if (!Array.isArray(uses)) return []
  return uses.filter(isRecord).map((use) => ({ path: String(use['path'] ?? use['resource'] ?? ''), id: Number(use['id']), title: String(use['title'] ?? use['id'] ?? '') }))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
