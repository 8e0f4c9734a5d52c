import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStreets } from '../../server/geocode/streets.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'streets-'))
  await mkdir(join(folder, 'map'))
  const street = (name: string, lat: number) => ({
    properties: { name },
    geometry: {
      type: 'LineString',
      coordinates: [
        [114.5, lat],
        [114.6, lat],
      ],
    },
  })
  const city = {
    names: { 中华街: ['中華街', 'Zhonghua Street'] },
    features: [street('中华街', 38), street('无名路', 38.001), street('远街', 39)],
  }
  await writeFile(join(folder, 'map/demo-city.json'), JSON.stringify(city))
})
afterAll(() => rm(folder, { recursive: true }))

it('createStreets returns the names of nearby streets in the requested language, else their original names', async () => {
  const streets = createStreets(folder)
  expect(await streets([114.55, 38], 'zhCN')).toEqual(['中华街', '无名路'])
  expect(await streets([114.55, 38], 'zhTW')).toEqual(['中華街', '无名路'])
  expect(await streets([114.55, 38], 'zhEN')).toEqual(['Zhonghua Street', '无名路'])
  expect(await streets([114.55, 38.1], 'zhEN')).toEqual([])
})

it('createStreets returns no streets without a built console', async () => {
  expect(await createStreets(null)([114.55, 38], 'zhCN')).toEqual([])
  expect(await createStreets(join(folder, 'nowhere'))([114.55, 38], 'zhCN')).toEqual([])
})
