import { __iconData as wrench } from 'lucide-react/icons/wrench'
import { pathOf } from '../kit/plainIcon.tsx'

/** What says maintenance on the marks of the map, as one path of 24 × 24. */
export const WRENCH = wrench.node.map(pathOf).join('')
