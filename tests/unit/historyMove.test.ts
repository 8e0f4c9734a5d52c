import { describe, expect, it } from 'vitest'
import { DAY } from '../../resources/kit/zone.ts'
import { readWords } from '../../server/storage/homes/moving/command.ts'
import {
  CLICKHOUSE,
  differenceOf,
  digestOf,
  figuresOf,
  figuresSql,
  nodesOf,
  POSTGRES,
} from '../../server/storage/homes/moving/figures.ts'
import { dayName, piecesOf, spanName } from '../../server/storage/homes/moving/spans.ts'

const day = (name: string): number => Date.parse(name) / DAY

describe('pieces of a history move', () => {
  const counts = new Map([
    [day('2025-11-02'), 400],
    [day('2025-10-30'), 300],
    [day('2025-10-31'), 100],
    [day('2025-11-01'), 700],
    [day('2025-11-09'), 500],
  ])
  it('are days in order, joined up to the row limit and within a month', () => {
    expect(piecesOf(counts, 900).map(spanName)).toEqual([
      '2025-10-30 to 2025-10-31',
      '2025-11-01',
      '2025-11-02 to 2025-11-09',
    ])
    expect(piecesOf(counts, 1).map(spanName)).toHaveLength(5)
    expect(piecesOf(new Map())).toEqual([])
  })

  it('reach from the start of their first day to the end of their last', () => {
    const [first] = piecesOf(counts, 900)
    expect(first).toMatchObject({ from: Date.UTC(2025, 9, 30), until: Date.UTC(2025, 10, 1) })
  })

  it('have a name even for days far out of range', () => {
    expect([dayName(-1), dayName(1e9)]).toEqual(['1969-12-31', 'day 1000000000'])
  })
})

describe('comparison of source and target', () => {
  const today = day('2025-11-03')
  const source = figuresOf([
    [String(today), '1', '11', '3', '5', '7'],
    [String(today), '1', '12', '2', '5', '7'],
    [String(today + 1), '1', '11', '1', '5', '7'],
  ])
  it('returns null for equal figures, else names day, device and node of the difference', () => {
    const changed = (device: string, cells: string[]) => figuresOf([[String(today), device, '11', ...cells]])
    const mine = changed('1', ['3', '5', '7'])
    expect(differenceOf('history', source, source)).toBeNull()
    expect(differenceOf('history', mine, changed('1', ['2', '5', '7']))).toBe(
      'history of 2025-11-03, device 1, node 11: 3 rows in the source, 2 in the target',
    )
    expect(differenceOf('history', mine, changed('1', ['3', '5', '8']))).toContain('3 rows on both sides that differ')
    expect(differenceOf('lastvalue', figuresOf([]), mine)).toBe(
      'lastvalue, device 1, node 11: 0 rows in the source, 3 in the target',
    )
  })

  it('has one digest per day, independent of the order of nodes', () => {
    const again = figuresOf([
      [String(today), '1', '12', '2', '5', '7'],
      [String(today), '1', '11', '3', '5', '7'],
    ])
    expect(digestOf(again, today)).toBe(digestOf(source, today))
    expect(digestOf(again, today + 1)).not.toBe(digestOf(source, today + 1))
    expect(nodesOf(source)).toEqual([
      { device: 1, node: 11, rows: 4 },
      { device: 1, node: 12, rows: 2 },
    ])
  })

  it('sums the bits of every column, with as many sums in PostgreSQL as in ClickHouse', () => {
    for (const table of ['history', 'lastvalue', 'rollup'] as const) {
      const [here, outside] = [figuresSql(table, POSTGRES), figuresSql(table, CLICKHOUSE)]
      expect(here.match(/\bsum\(/g)?.length).toBe(outside.match(/\bsum\(/g)?.length)
    }
    expect(figuresSql('history', CLICKHOUSE)).toContain(
      'sum(toInt128(reinterpretAsInt64(ifNull(value, toFloat64(0)))))',
    )
  })
})

describe('npm run history', () => {
  const url = 'clickhouse://somewhere/console'
  it('accepts here as one side and a ClickHouse address as the other', () => {
    expect(readWords(['move', '--from', 'here', '--to', url])).toEqual({
      to: 'clickhouse',
      historyUrl: url,
      doing: 'move',
    })
    expect(readWords(['move', '--from', url, '--to', 'here', '--drop-source'])).toMatchObject({
      to: 'here',
      doing: 'drop-source',
    })
  })

  it.each([
    [[]],
    [['move', '--from', 'here', '--to', 'here']],
    [['move', '--from', url, '--to', url]],
    [['move', '--from', 'here', '--to', 'http://somewhere']],
    [['move', '--from', 'here', '--to', url, '--dry-run', '--give-up']],
    [['move', '--from', 'here', '--to', url, '--force']],
    [['copy', '--from', 'here', '--to', url]],
  ])('throws its usage for %j', (words) => expect(() => readWords(words)).toThrow(/^npm run history -- move/))
})
