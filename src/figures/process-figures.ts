import { performance } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';
import type { Store } from '../store/open-store.js';

/** What the HTTP server knows of its load. */
export type ReadLoad = () => { readonly inFlight: number; readonly turnedAway: number };

/** How this process fares, looked at when it is asked for. Of several that share a port, all but the first are sums. */
export function processFigures(registry: Registry, store: Store): (load: ReadLoad | undefined) => void {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const busy = new Gauge({ name: 'courtside_event_loop_utilization', help: 'Which part of the time since the last look the event loop was busy, 0 to 1; of several processes, their average.', registers, aggregator: 'average' });
  const memory = new Gauge({ name: 'courtside_memory_bytes', help: 'Memory of this process, or of all that share its port.', labelNames: ['kind'], registers });
  const handles = gauge('courtside_active_handles', 'Sockets, timers and files that keep this process busy.');
  const inFlight = gauge('courtside_http_requests_in_flight', 'Requests under way.');
  const turnedAway = gauge('courtside_http_requests_turned_away', 'Requests that were turned away because too many were under way, since the start.');
  const pool = new Gauge({ name: 'courtside_pool_connections', help: 'Connections to PostgreSQL by what they do; waiting are the requests for one.', labelNames: ['state'], registers });
  let since = performance.eventLoopUtilization();
  return (load) => {
    const now = performance.eventLoopUtilization();
    busy.set(performance.eventLoopUtilization(now, since).utilization);
    since = now;
    const { rss, heapUsed } = process.memoryUsage();
    memory.set({ kind: 'rss' }, rss);
    memory.set({ kind: 'heap' }, heapUsed);
    handles.set(process.getActiveResourcesInfo().length);
    const { inFlight: current = 0, turnedAway: refused = 0 } = load?.() ?? {};
    inFlight.set(current);
    turnedAway.set(refused);
    const connections = store.pool?.();
    if (connections) for (const [state, count] of Object.entries(connections)) pool.set({ state }, count);
  };
}
