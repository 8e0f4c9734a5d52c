import type { RefObject } from 'react'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import type { PlotHandle } from '../../../chart/Plot.tsx'

/** The curve as it is drawn; null before it is, and where there is none. */
export type Curve = RefObject<PlotHandle | null>

export const PNG = 'image/png'

/** The chart as it stands, with the alarm's name over it; null where there is none. */
export async function curvePicture({ id, threshold_name, device_name }: Episode, curve: Curve): Promise<File | null> {
  const drawn = curve.current?.picture([device_name, threshold_name].filter(Boolean).join(' · '))
  if (!drawn) return null
  // Loaded with the chart that is drawn.
  const { pngOf } = await import('../../../chart/picture.ts')
  const picture = await pngOf([drawn])
  return picture && new File([picture], `${device_name || 'alarm'} ${id}.png`, { type: PNG })
}
