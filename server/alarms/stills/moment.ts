import type { Language } from '../../../i18n/types.ts'
import type { Caller } from '../../../resources/kit/access.ts'
import { mayRead } from '../../../resources/reads.ts'
import { video } from '../../../resources/video.ts'
import { isInScope, scopeOf } from '../../crud/scope.ts'
import type { Registry } from '../../platform.ts'
import { storedOutcomeText } from '../explain.ts'

/** Kind of the act under which an episode keeps what a camera showed as it fired. */
export const STILL = 'still'

/** Data of such an act: the camera, and the picture or the reason why there is none. */
export interface StillData {
  camera: { id: number; name: string | null; project_id: number | null; district_id: number | null }
  metres: number | null
  picture?: string
  /** In the form that problemJson writes. */
  reason?: string
}

/** Returns what the timeline shows a caller of a still; null where the caller may not see its camera. */
export function stillMoment(
  data: Record<string, unknown>,
  { registry, caller, language }: { registry: Pick<Registry, 'areasBelow'>; caller: Caller; language: Language },
): Record<string, unknown> | null {
  const { camera, metres, picture, reason } = data as Partial<StillData>
  if (!camera || !mayRead(caller, 'videos') || !isInScope({ ...camera }, scopeOf(caller, video, registry))) return null
  return {
    name: camera.name,
    metres: metres ?? null,
    ...(picture !== undefined && { picture }),
    ...(reason !== undefined && { reason: storedOutcomeText(reason, language) }),
  }
}
