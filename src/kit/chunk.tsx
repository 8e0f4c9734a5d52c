import { lazy, Suspense, useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react'

/** A component whose code is in a file of its own. */
export type Chunk<P> = FunctionComponent<P> & {
  preload: () => Promise<void>
  /** Whether it can be rendered at once. */
  isLoaded: () => boolean
}

/**
 * Like `lazy`, but after `preload` the component renders at once, without a placeholder, which React would keep for at
 * least 300 ms. An error of loading is thrown on rendering.
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
    // Fixed at mount: switching the component would remount it.
    const [{ Component }] = useState(() => ({ ...loaded }))
    return Component ? <Component {...props} /> : <LazyComponent {...props} />
  }
  return Object.assign(Drawn, {
    preload: () => loadModule().then(nothing, nothing),
    isLoaded: () => loaded.Component !== null,
  })
}

/**
 * A part of a page that does not wait for its chunk: the code is requested after the page has rendered, since code that
 * arrives during rendering would run first. `placeholder` keeps the space until then.
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
