import { sql, type RawBuilder } from 'kysely'
import { containsText } from '../../crud/textSearch.ts'
import type { Storage } from '../../storage/types.ts'

/**
 * The names of an episode that are searched: their kind (alarmname.kind) and the column of the episode with their id.
 */
const named = [
  { kind: 1, column: 'device_id' },
  { kind: 2, column: 'threshold_id' },
  { kind: 3, column: 'nodemap_id' },
] as const

/**
 * Above these numbers of ids SQLite reads along the order of the list, by the index that holds the ids. Each name
 * belongs to hundreds of episodes, each note to one.
 */
const MAX_NAMES_BY_ID = 20
const MAX_NOTES_BY_ID = 2000

/**
 * Returns the condition for episodes that contain a text: in any name that their device, rule or node had in an alarm
 * record, or in their note. The names are looked up first: there are only as many as devices, rules and nodes. Null
 * where every episode contains it.
 */
export async function episodesHolding(
  { read, engine }: Pick<Storage, 'read' | 'engine'>,
  text: string,
): Promise<RawBuilder<boolean> | null> {
  const names = read.selectFrom('alarmname')
  const kinds = await names
    .select((eb) => [
      'kind',
      eb.fn.countAll<number>().as('all'),
      sql<number>`sum(case when ${containsText(engine, 'name', text)} then 1 else 0 end)`.as('holding'),
    ])
    .groupBy('kind')
    .execute()
  if (kinds.some(({ all, holding }) => Number(all) === Number(holding))) return null
  const [found, notes] = await Promise.all([
    kinds.some(({ holding }) => Number(holding) > 0)
      ? names
          .select(['kind', 'ref_id'])
          .distinct()
          .where(containsText(engine, 'name', text))
          .execute()
      : [],
    read
      .selectFrom('thresholdlog')
      .select('id')
      .where('note', 'is not', null)
      .where(containsText(engine, 'note', text))
      .execute(),
  ])
  const asked: [string, number[]][] = [
    ...named.map(({ kind, column }): [string, number[]] => [
      column,
      found.flatMap((row) => (row.kind === kind ? [row.ref_id] : [])),
    ]),
    ['id', notes.map(({ id }) => id)],
  ]
  const along = sql.raw(found.length > MAX_NAMES_BY_ID || notes.length > MAX_NOTES_BY_ID ? '+' : '')
  const parts = asked
    .filter(([, ids]) => ids.length > 0)
    .map(([column, ids]) =>
      engine === 'postgres'
        ? sql`${sql.ref(column)} = any(${ids}::bigint[])`
        : sql`${along}${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`,
    )
  return parts.length === 0 ? sql`1 = 0` : sql`(${sql.join(parts, sql` or `)})`
}
