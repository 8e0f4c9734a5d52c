// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import { extensions } from '../../resources/kit/extensions.ts'
import { openScreen, sample, startPlatform } from './crudWorld.tsx'

const node = resourceOf('manage/node')

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  ['the key under which product models send it', null, ['a01002-Rtd'], ['可测范围：−5.0 至 105.0 %']],
  [
    'each of several keys',
    null,
    ['a01002', 'x9', ''],
    ['a01002: 可测范围：−5.0 至 105.0 %', '—, x9: 可测范围：−5.0 至 550.0 %'],
  ],
  ['its own range if it has no key', null, [], ['可测范围：−5.0 至 550.0 %']],
  ['its pollutant in preference to its key', 1, ['a01002'], ['可测范围：−5.0 至 550.0 %']],
  ['its range converted by its script', null, [], ['可测范围：−0.50 至 55.0 %'], 'value * 0.1'],
  ['its script and its key together', null, ['a01002'], ['可测范围：−5.0 至 55.0 %'], '50 - value'],
  ['its stored values if its script returns text', null, [], ['可测范围：−5.0 至 550.0'], "value > 1 ? 'on' : 'off'"],
])('node form shows the measurable range determined by %s', async (_, pollutant, keys, expected, script = '') => {
  const platform = startPlatform()
  platform.announced = extensions
  const range = {
    min_value: 0,
    max_value: 100,
    range_factor: null,
    node_script: script,
    dimensionless: 0,
    unitname: '%',
  }
  platform.rows.set('godbNode', [{ ...sample(node), ...range, pollutant }])
  // The keys of another node do not affect this one.
  const maps = [...keys.map((key_msg) => ({ node_id: 7, key_msg })), { node_id: 8, key_msg: 'w01001' }]
  platform.rows.set(
    'godbNodemap',
    maps.map((map, at) => ({ id: at + 1, devicetype_id: 1, alias: 'n', ...map })),
  )
  await openScreen(node, '/manage/node/7')
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => {
    const said = [...dialog.querySelectorAll('[data-field=range_factor] output')].map(({ textContent }) => textContent)
    expect(said.toSorted()).toEqual(expected)
  })
})
