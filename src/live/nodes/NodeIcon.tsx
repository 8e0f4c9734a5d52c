import { memo } from 'react'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { nodeIcon } from './nodeIcons.ts'
import css from './nodes.module.css'

type NodeIconProps = Pick<NodeState, 'alias' | 'unitname' | 'imginfo'> & { isSwitch: boolean }

/** Separate from the value, so that a changed value does not render the icon again. */
export const NodeIcon = memo(function NodeIcon({ alias, unitname, imginfo, isSwitch }: NodeIconProps) {
  const Icon = nodeIcon(alias, unitname, isSwitch)
  // Only pictures of this host: what a platform stores must not make the browser call another host.
  const picture = imginfo !== null && /^\/(?![/\\])/.test(imginfo) ? imginfo : null
  return (
    <span className={css.icon} data-part="node-icon" aria-hidden="true">
      {picture === null ? (
        <Icon size={14} strokeWidth={1.9} />
      ) : (
        <img src={picture} alt="" width={14} height={14} loading="lazy" />
      )}
    </span>
  )
})
