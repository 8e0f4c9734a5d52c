import { expect, it } from 'vitest'
import { ApiError } from '../../server/errors.ts'
import { seenVersions } from '../../server/alarms/episodes/request.ts'

it('seenVersions maps ids to versions, returns an empty map without versions and rejects mismatched lists', () => {
  expect(seenVersions({ ids: [7, '8'], versions: ['3', 4] })).toEqual(
    new Map([
      [7, 3],
      [8, 4],
    ]),
  )
  for (const versions of [undefined, null]) expect(seenVersions({ ids: [7], versions }).size).toBe(0)
  for (const sent of [
    { ids: [7, 8], versions: [3] },
    { ids: [7, 8], versions: 3 },
    { ids: 7, versions: 3 },
  ])
    expect(() => seenVersions(sent)).toThrow(ApiError)
})
