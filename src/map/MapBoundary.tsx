import { Component, type ReactNode } from 'react'

interface MapBoundaryProps {
  /** What stands there when the map's code could not be loaded or failed. */
  fallback: ReactNode
  children: ReactNode
}

/** Keeps a map that fails from taking the form around it along: coordinates can still be typed. */
export class MapBoundary extends Component<MapBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
