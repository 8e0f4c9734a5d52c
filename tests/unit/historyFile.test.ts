import { describe, expect, it } from 'vitest'
import type { EvidenceValue } from '../../dataProvider/calls/evidenceValues.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { judgeSeries } from '../../src/environment/judgeSeries.ts'
import { historyFile, type FileNode, type FileWords } from '../../src/history/panel/historyFile.ts'

const zone = new Zone('Asia/Shanghai')
const T = Date.parse('2026-11-21T12:00:00+08:00')
const words: FileWords = {
  time: '时间',
  index: (name) => `${name} 指数`,
  level: (name) => `${name} 级别`,
  standard: (name) => `${name} 标准`,
  quality: (name) => `${name} 质量`,
  classOf: ({ level }) => `第 ${level} 级`,
  standardOf: ({ standard, period }) => `${standard} ${period}`,
  flag: (kind, value) => `${kind} ${value}`,
}
const beside = (kind: EvidenceValue['kind'], at: number, value: number): EvidenceValue => ({
  kind,
  at,
  value,
  first: null,
  stands: false,
  source: '',
  by: null,
  received: null,
  tests: [],
  reason: '',
})
const node = (label: string, unit: string, values: readonly number[], given: Partial<FileNode> = {}): FileNode => ({
  id: 1,
  cells: { key: label, label, unit, color: '--c1', times: values.map((_, at) => T + at * 60_000), values },
  words: null,
  judge: null,
  beside: [],
  read: (raw) => raw / 10,
  ...given,
})
const linesOf = (...nodes: FileNode[]) => historyFile(nodes, words, zone).replace('\uFEFF', '').trim().split('\r\n')

describe('historyFile', () => {
  it('has index, class, standard and quality for judged nodes, and only values for others', () => {
    const judged = node('PM2.5', 'µg/m³', [20, 160], { judge: judgeSeries(zone, 'pm25', 'µg/m³') })
    const noise = node('噪声', 'dB(A)', [50, 70], { judge: judgeSeries(zone, 'leq', 'dB(A)', { zone: '2' }) })
    const [head, newest, oldest] = linesOf(judged, noise, node('温度', '℃', [5, 6]))
    expect(head).toBe(
      '时间,PM2.5 (µg/m³),PM2.5 指数,PM2.5 级别,PM2.5 标准,PM2.5 质量,噪声 (dB(A)),噪声 级别,噪声 标准,噪声 质量,温度 (℃)',
    )
    const [air, sound] = ['HJ633-2026 1h', 'GB3096-2008 day']
    expect(newest).toMatch(new RegExp(`^2026-11-21 12:01:00,160,2\\d\\d,第 5 级,${air},,70,第 3 级,${sound},,6$`))
    expect(oldest).toMatch(new RegExp(`^2026-11-21 12:00:00,20,\\d\\d,第 1 级,${air},,50,第 1 级,${sound},,5$`))
  })
  it('has the standard of each value when it changes within the file', () => {
    const midnight = Date.parse('2026-03-01T00:00:00+08:00')
    const judged = node('PM2.5', 'µg/m³', [70, 70], { judge: judgeSeries(zone, 'pm25', 'µg/m³') })
    const cells = { ...judged.cells, times: [midnight - 60_000, midnight] }
    expect(linesOf({ ...judged, cells }).map((row) => row.split(',').slice(3, 5))).toEqual([
      ['PM2.5 级别', 'PM2.5 标准'],
      ['第 3 级', 'HJ633-2026 1h'],
      ['第 2 级', 'HJ633-2012 1h'],
    ])
  })
  it('lists suspect, failed and corrected values with their time in the quality column', () => {
    const [, ...rows] = linesOf(
      node('PM2.5', 'µg/m³', [20, 30], {
        judge: judgeSeries(zone, 'pm25', 'µg/m³'),
        beside: [
          beside('suspect', T + 30_000, 9990),
          beside('fail', T + 120_000, 1),
          beside('corrected', T, 250),
          beside('revision', T, 1),
        ],
      }),
    )
    expect(rows.map((row) => row.replace(/^2026-11-21 /, ''))).toEqual([
      '12:02:00,,,,,fail 0.1',
      expect.stringMatching(/^12:01:00,30,\d+,第 1 级,HJ633-2026 1h,$/),
      '12:00:30,,,,,suspect 999',
      expect.stringMatching(/^12:00:00,20,\d+,第 1 级,HJ633-2026 1h,corrected 25$/),
    ])
  })
  it('has a quality column for an unjudged node only if one of its values was flagged', () => {
    expect(linesOf(node('TSP', 'µg/m³', [20]))[0]).toBe('时间,TSP (µg/m³)')
    expect(linesOf(node('TSP', 'µg/m³', [20], { beside: [beside('suspect', T + 1000, 5)] }))).toEqual([
      '时间,TSP (µg/m³),TSP 质量',
      '2026-11-21 12:00:01,,suspect 0.5',
      '2026-11-21 12:00:00,20,',
    ])
  })
  it('has only a header without nodes', () => expect(linesOf()).toEqual(['时间']))
})
