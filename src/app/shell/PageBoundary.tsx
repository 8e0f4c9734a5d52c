import { Button } from '@mui/material'
import { CircleAlert } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Component, type ReactNode } from 'react'
import { EmptyState } from '../../kit/index.ts'
import { Settling } from './Settling.tsx'

/** A page that fails takes nothing else along: the frame stays, and another try is one click away. React itself logs what was caught. */
export class PageBoundary extends Component<{ children: ReactNode }, { failure: unknown }> {
  override state = { failure: null }

  static getDerivedStateFromError(failure: unknown) {
    return { failure }
  }

  override render() {
    if (this.state.failure === null) return this.props.children
    return <Crashed failure={this.state.failure} onRetry={() => this.setState({ failure: null })} />
  }
}

function Crashed({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const translate = useTranslate()
  const outdated = isMissingChunk(failure)
  return (
    <>
      <EmptyState
        icon={<CircleAlert />}
        title={translate(outdated ? 'shell.stale' : 'shell.crashed')}
        hint={translate(outdated ? 'shell.staleHint' : 'shell.crashedHint')}
        action={
          <Button size="small" onClick={outdated ? () => location.reload() : onRetry}>
            {translate(outdated ? 'shell.reload' : 'shell.retry')}
          </Button>
        }
      />
      <Settling />
    </>
  )
}

/** A page's code that cannot be loaded: the console was updated while this tab was open, or the network is gone. */
const isMissingChunk = (failure: unknown): boolean =>
  failure instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(failure.message)
