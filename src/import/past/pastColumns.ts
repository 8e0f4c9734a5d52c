import { device } from '../../../resources/device.ts'
import type { Label } from '../../../resources/kit/define.ts'

/** Fields of each value in a file of history, in the template's order. */
export const PAST_FIELDS = ['sn', 'node', 't', 'value'] as const
export type PastField = (typeof PAST_FIELDS)[number]

/** Names of the columns: the labels of a field, and other words that files use. */
export const PAST_LABELS: Readonly<Record<PastField, Label>> = {
  sn: device.fields.sn.label,
  node: ['节点', '節點', 'Node'],
  t: ['时间', '時間', 'Time'],
  value: ['数值', '數值', 'Value'],
}
const ALSO: Readonly<Record<PastField, readonly string[]>> = {
  sn: ['sn', 'device', '设备', '裝置', 'device number'],
  node: ['node', 'nodemap', '节点名称', '節點名稱', '节点地址', '節點位址', 'node name', 'node address', 'factor'],
  t: ['t', 'date', 'datetime', 'timestamp', '日期', '监测时间', '監測時間', '采集时间', '採集時間'],
  value: ['v', '值', '监测值', '監測值', 'reading'],
}

/** The field that each column fills, null: none, and whether the first record is a header. */
export interface PastMatch {
  header: boolean
  columns: readonly (PastField | null)[]
}

/**
 * Recognises the columns of a file: by its header or, where the first record contains no known name, by the template's
 * order.
 */
export function matchPast(first: readonly string[]): PastMatch {
  const used = new Set<PastField>()
  const columns = first.map((text) => {
    const name = NAMES.get(plain(text)) ?? NAMES.get(plain(text.replace(/[(（][^()（）]*[)）]\s*[*＊]?\s*$/, '')))
    if (name === undefined || used.has(name)) return null
    used.add(name)
    return name
  })
  return used.size >= 2 ? { header: true, columns } : { header: false, columns: byOrder(first.length) }
}

const byOrder = (count: number): (PastField | null)[] =>
  Array.from({ length: count }, (_, at) => PAST_FIELDS[at] ?? null)

/** Normalizes a text: without case, width, blanks and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_*:-]/g, '')

const NAMES: ReadonlyMap<string, PastField> = new Map(
  PAST_FIELDS.flatMap((field) => [...PAST_LABELS[field], ...ALSO[field]].map((text) => [plain(text), field] as const)),
)
