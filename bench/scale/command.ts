import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { fillCity } from './city.ts'
import { placeOver, startLayout, type Services } from './layout.ts'
import { sendLoad } from './load.ts'

const AREAS = 5

/**
 * `npm run scale`: runs the layout by role over a city of the given size, until Ctrl-C.
 *
 * @returns the exit code
 */
export async function scaleCommand(services: Services, signal: AbortSignal): Promise<number> {
  const { values } = parseArgs({
    options: {
      devices: { type: 'string', default: '1000' },
      web: { type: 'string', default: '1' },
      ingest: { type: 'string', default: '2' },
      worker: { type: 'string', default: '2' },
      load: { type: 'string', default: '0' },
    },
  })
  const devices = wholeOf('devices', values.devices, 1)
  const counts = {
    web: wholeOf('web', values.web, 1),
    ingest: wholeOf('ingest', values.ingest, 1),
    worker: wholeOf('worker', values.worker, 1),
  }
  const points = wholeOf('load', values.load, 0)
  const { place, remove } = placeOver(services)
  try {
    console.log(`Registering ${devices} devices ...`)
    const { credential, password } = await fillCity(place, { devices, areas: AREAS })
    if (signal.aborted) return 0
    console.log('Starting the processes ...')
    const layout = await startLayout(services, place, counts)
    try {
      for (const { url } of layout.of('web')) console.log(`Console: ${url}/ (admin / ${password})`)
      for (const { url } of layout.of('ingest'))
        console.log(`Telemetry: POST ${url}/v1/telemetry, Authorization: Bearer ${credential}`)
      for (const { url } of layout.of('worker')) console.log(`Worker: ${url}/readyz`)
      console.log('Ctrl-C ends all of it and leaves nothing behind.')
      const ingests = layout.of('ingest').map(({ url }) => url)
      if (points > 0) await sendLoad(ingests, { credential, devices, points }, signal)
      else if (!signal.aborted) await once(signal, 'abort')
    } finally {
      await layout.stop()
    }
  } finally {
    remove()
  }
  return 0
}

/** Parses a whole number of the command line. Throws a sentence where the text is not one. */
export function wholeOf(name: string, text: string, least: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least)
    throw new Error(`--${name} is "${text}"; it takes a whole number from ${least} on.`)
  return value
}
