// Exports of the modules of single icons (tsconfig.json, paths): the package's own types leave out the shapes.
import type { LucideIconData } from 'lucide-react/types'

// oxlint-disable-next-line no-underscore-dangle -- the package's name.
export declare const __iconData: LucideIconData
