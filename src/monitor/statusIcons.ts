import { __iconData as ban } from 'lucide-react/icons/ban'
import { __iconData as circleQuestion } from 'lucide-react/icons/circle-question-mark'
import { __iconData as clockAlert } from 'lucide-react/icons/clock-exclamation-point'
import { __iconData as siren } from 'lucide-react/icons/siren'
import { __iconData as wifi } from 'lucide-react/icons/wifi'
import { __iconData as wifiOff } from 'lucide-react/icons/wifi-off'
import { plainIcon, type PlainIcon, type Status } from '../kit/index.ts'

/** Icons of device states, shown beside the state's name. */
export const statusIcons: Readonly<Record<Status, PlainIcon>> = {
  online: plainIcon(wifi),
  offline: plainIcon(wifiOff),
  alarm: plainIcon(siren),
  stale: plainIcon(clockAlert),
  disabled: plainIcon(ban),
  unknown: plainIcon(circleQuestion),
}
