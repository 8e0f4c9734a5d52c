import { __iconData as wrench } from 'lucide-react/icons/wrench'
import { pathOf } from '../kit/plainIcon.tsx'

/** Maintenance symbol of the map's marks, as one path in a 24 × 24 box. */
export const WRENCH = wrench.node.map(pathOf).join('')
