import { VideoOff } from 'lucide-react'
import type { ReactNode } from 'react'

interface TileProblemProps {
  words: string
  foot: ReactNode
  action?: { label: string; onClick: () => void }
}

/** Why a tile has no picture, where trying again would not help. */
export function TileProblem({ words, foot, action }: TileProblemProps) {
  return (
    <>
      <div className="video-frame">
        <div className="video-words video-words--alone">
          <VideoOff size={20} strokeWidth={1.75} aria-hidden />
          <span>{words}</span>
          {action && (
            <button type="button" className="ui-button" onClick={action.onClick}>
              {action.label}
            </button>
          )}
        </div>
      </div>
      {foot}
    </>
  )
}
