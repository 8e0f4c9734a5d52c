import { lazy, Suspense, useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react'

/** A component whose code is a file of its own. */
export type Chunk<P> = FunctionComponent<P> & {
  preload: () => Promise<void>
  /** Whether it is drawn at once. */
  isLoaded: () => boolean
}

/**
 * Like `lazy`. Once `preload` has its code, it is drawn at once, without a placeholder: React keeps one for 300 ms once it is shown. A
 * failure of loading shows when it is drawn.
 */
export function chunk<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Chunk<P> {
  const loaded: { Component: ComponentType<P> | null } = { Component: null }
  const loadModule = async () => {
    const module = await load()
    loaded.Component = module.default
    return module
  }
  const LazyComponent = lazy(loadModule)
  function Drawn(props: P) {
    // Kept as it was when this was drawn first: another component would begin anew.
    const [{ Component }] = useState(() => ({ ...loaded }))
    return Component ? <Component {...props} /> : <LazyComponent {...props} />
  }
  return Object.assign(Drawn, {
    preload: () => loadModule().then(nothing, nothing),
    isLoaded: () => loaded.Component !== null,
  })
}

/**
 * A part whose code is a chunk, within a page that does not wait for it: the code is asked for once the page stands, not while it is drawn, when it would come and
 * run before it. `placeholder` has the part's room until then.
 */
export function Behind({
  chunk: { isLoaded },
  placeholder,
  children,
}: {
  chunk: Pick<Chunk<never>, 'isLoaded'>
  placeholder: ReactNode
  children: ReactNode
}) {
  const [stands, setStands] = useState(isLoaded)
  useEffect(() => setStands(true), [])
  return stands ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder
}

const nothing = () => {}
