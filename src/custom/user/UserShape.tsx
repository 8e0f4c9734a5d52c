import { BlockSkeleton } from '../../fields/BlockSkeleton.tsx'
import type { FormShapeProps } from '../../fields/slotProps.ts'

/** The user form as it stands: who it is, what they may do, remarks. */
export function UserShape({ isNew, shown, field, body = <BlockSkeleton height={GRANTS} /> }: FormShapeProps) {
  // Nobody is created disabled.
  const fields = (names: readonly string[]) => names.filter((name) => shown.has(name) && !(isNew && name === 'disabled')).map((name) => field(name, name === 'explained'))
  return (
    <>
      <div className="crud-grid">
        {fields(WHO)}
      </div>
      {body}
      <div className="crud-grid">{fields(REMARKS)}</div>
    </>
  )
}

const WHO = ['username', 'nickname', 'super_id', 'project_id', 'phonenum', 'emailurl']
const REMARKS = ['explained', 'disabled']

/** px: tabs, search and the menus, folded. */
const GRANTS = 464
