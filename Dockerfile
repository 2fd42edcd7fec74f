# One image for the gateway, the adapter apart and the command line:
#   docker build -t courtside .
#   docker run courtside node dist/bundle/adapter.js
#   docker run courtside node dist/bundle/courtside.js migrate
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json bundle.js ./
COPY src ./src
COPY rest-adapter ./rest-adapter
COPY docs/operations ./docs/operations
RUN npm run build && npm prune --omit=dev --omit=optional

FROM node:24-bookworm-slim
# pg_dump and pg_restore for `courtside backup` are not in here: they must be as new as the server.
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
COPY --from=build --chown=root:root /app/docs ./docs
USER node
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "dist/bundle/gateway.js"]
