import { expect, it, vi } from 'vitest'
import { camerasFor, type Camera, type Fired } from '../../server/alarms/stills/cameras.ts'
import { createStills } from '../../server/alarms/stills/stills.ts'
import { takeStill } from '../../server/alarms/stills/take.ts'
import { waitFor } from '../support/waitFor.ts'

vi.mock(import('../../server/alarms/stills/cameras.ts'), () => ({ camerasFor: vi.fn<typeof camerasFor>() }))
vi.mock(import('../../server/alarms/stills/take.ts'), () => ({ takeStill: vi.fn<typeof takeStill>() }))

it('createStills asks four cameras at the same time, and each other one once an answer has come', async () => {
  const cameras = Array.from({ length: 6 }, (_, id): [Fired, Camera] => [
    {
      kind: 'fire',
      deviceId: id,
      receivedAt: Date.now(),
      episode: { logId: id },
      facts: { project_id: 1, district_id: 1 },
    },
    { id, video_name: null, project_id: 1, district_id: 1, positional: null, still_url: `/${id}`, metres: null },
  ])
  const answers: (() => void)[] = []
  vi.mocked(camerasFor).mockResolvedValue(new Map(cameras))
  vi.mocked(takeStill).mockImplementation(
    () => new Promise((resolve) => void answers.push(() => resolve({ picture: '/upload/0.jpg' }))),
  )
  const stills = createStills({} as Parameters<typeof createStills>[0], () => null)
  stills.take(cameras.map(([fired]) => fired))
  await waitFor(() => expect(answers).toHaveLength(4))
  answers[0]?.()
  await waitFor(() => expect(answers).toHaveLength(5))
  answers[1]?.()
  await waitFor(() => expect(answers).toHaveLength(6))
  for (const answer of answers) answer()
  await stills.settled()
  expect(takeStill).toHaveBeenCalledTimes(6)
})
