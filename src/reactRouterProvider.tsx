import type { RouterProvider } from 'ra-core'
import { useCallback, useEffect, useRef, type ComponentType, type ReactNode } from 'react'
import { Link, matchPath, Navigate, Outlet, Route, Routes, useInRouterContext, useLocation, useMatch, useNavigate, useParams, type NavigateOptions, type To } from 'react-router-dom'

/**
 * react-admin's door to react-router, for a console that is always inside a router of its own. react-admin's file of this name also makes a
 * data router where there is none, which weighs as much as all the rest of the routing; the build puts this one in its place.
 */
export const reactRouterProvider: RouterProvider = {
  useNavigate: useSteadyNavigate,
  useLocation,
  useParams: <T extends Record<string, string | undefined>>() => useParams() as T,
  useMatch,
  useInRouterContext,
  // Only a data router can hold back a navigation; forms guard what was typed themselves (src/crud/useLeaveGuard.ts).
  useBlocker: () => ({ state: 'unblocked', reset: undefined, proceed: undefined, location: undefined }),
  useCanBlock: () => false,
  Link,
  Navigate,
  // Of an index route and one with a path, react-admin's own type knows the sum.
  Route: Route as ComponentType<{ path?: string; element?: ReactNode; children?: ReactNode }>,
  Routes,
  Outlet,
  RouterWrapper: ({ children }: { children: ReactNode }) => children,
  matchPath,
}

/** The same function for good: react-router's changes with every navigation and would draw everything anew that only wants to navigate. */
function useSteadyNavigate() {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useEffect(() => {
    latest.current = navigate
  }, [navigate])
  return useCallback((to: To | number, options?: NavigateOptions) => (typeof to === 'number' ? latest.current(to) : latest.current(to, options)), [])
}
