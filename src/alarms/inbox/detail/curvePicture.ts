import type { RefObject } from 'react'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import type { PlotHandle } from '../../../chart/Plot.tsx'

/** Handle of the drawn curve; null before it is drawn, and where there is none. */
export type Curve = RefObject<PlotHandle | null>

export const PNG = 'image/png'

/** Returns the chart as it is drawn, with the alarm's name above it; null where there is none. */
export async function curvePicture({ id, threshold_name, device_name }: Episode, curve: Curve): Promise<File | null> {
  const drawn = curve.current?.picture([device_name, threshold_name].filter(Boolean).join(' · '))
  if (!drawn) return null
  // The chart that is drawn has loaded this module already.
  const { pngOf } = await import('../../../chart/picture.ts')
  const picture = await pngOf([drawn])
  return picture && new File([picture], `${device_name || 'alarm'} ${id}.png`, { type: PNG })
}
