import { Button } from '@mui/material'
import { CircleAlert } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Component, type ReactNode } from 'react'
import { EmptyState, Settling } from '../../kit/index.ts'

/** Error boundary of a page: the frame stays, and a retry is one click away. React itself logs the error. */
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

/**
 * Whether a page's code could not be loaded: the console was updated while this tab was open, or the network is down.
 */
const isMissingChunk = (failure: unknown): boolean =>
  failure instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(failure.message)
