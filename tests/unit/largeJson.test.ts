import { describe, expect, it } from 'vitest'
import { createYielder } from '../../server/pace.ts'
import { parseLarge } from '../../server/http/largeJson.ts'

const read = (text: string): Promise<unknown> => parseLarge(Buffer.from(text), (part) => JSON.parse(part) as unknown)
const refused = (text: string): Promise<string> =>
  read(text).then(
    () => 'taken',
    () => 'refused',
  )

describe('parseLarge', () => {
  const item = (n: number) => ({
    sn: `设备"${n}\\`,
    t: n,
    values: { '1': n / 3, '2': [true, null, -1e-7], 'a,b]}': '}],[{"' },
  })
  const many = Array.from({ length: 1500 }, (_, n) => item(n))

  it('returns the same as JSON.parse for lists, nested lists and long text', async () => {
    for (const value of [
      many,
      { rows: many, '名"': [1], other: { deep: [many.slice(0, 1200)] } },
      'x"\\'.repeat(30_000),
      [['a'.repeat(70_000)], {}, []],
      Object.fromEntries(many.map((each, n) => [`k${n}`, each])),
    ]) {
      expect(await read(JSON.stringify(value))).toEqual(value)
      expect(await read(` \n${JSON.stringify(value, null, 1)}\t `)).toEqual(value)
    }
  })

  it('yields to the event loop while parsing', async () => {
    let turns = 0
    let done = false
    const reading = parseLarge(
      Buffer.from(JSON.stringify(many)),
      (part) => JSON.parse(part) as unknown,
      createYielder(-1),
    ).finally(() => {
      done = true
    })
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve))
      turns++
    }
    await reading
    expect(turns).toBeGreaterThan(100)
  })

  it('rejects invalid JSON', async () => {
    const long = JSON.stringify(many).slice(1, -1)
    for (const text of [
      `[${long}`,
      `[${long},]`,
      `[,${long}]`,
      `[${long},,${long}]`,
      `[${long}}`,
      `[${long}]]`,
      `[${long}]5`,
      `{${long}}`,
      `["${long}]`,
      `[${long} ${long}]`,
      `{"a":[${long}],}`,
      `{"a" [${long}]}`,
      `{a:[${long}]}`,
      `x${'1'.repeat(70_000)}`,
      `[${long}] x`,
      `"${'a'.repeat(70_000)}`,
    ])
      expect(await refused(text), `${text.slice(0, 20)} … ${text.slice(-20)}`).toBe('refused')
    expect(await refused('[['.repeat(200_000))).toBe('refused')
    expect(await refused(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toBe('refused')
  })
})
