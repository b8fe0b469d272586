FROM node:24-bookworm-slim AS build
WORKDIR /app
# The packages by themselves: a build with the same lock file does not fetch them again.
COPY package.json package-lock.json .npmrc ./
COPY scripts/setup.mjs scripts/parents.mjs scripts/
RUN node -e "import('/app/scripts/setup.mjs').then((setup) => setup.install())"
COPY . .
# Whatever the umask of the checkout, the user of the container may read it.
RUN npm run build && npm prune --omit=dev && chmod -R a+rX .

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app ./
RUN install -d -o node -g node -m 0700 /data backups
ENV DATA_DIR=/data
VOLUME /data
EXPOSE 5002
# PostgreSQL runs as the same user: nothing in the container needs root.
USER node
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "if (process.env.ROLE === 'worker') process.exit(0); fetch(`http://127.0.0.1:${process.env.PORT || 5002}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Signals reach the product itself, which stops in order.
CMD ["node", "--max-semi-space-size=24", "--heap-growing-percent=50", "src/server/main.ts"]
