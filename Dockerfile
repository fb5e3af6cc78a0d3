# Two stages: the first builds and installs exactly what requirements.lock says, the second runs it.
FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE requirements.lock ./
COPY engine engine
COPY bot bot
RUN pip install --no-cache-dir -c requirements.lock setuptools \
    && pip wheel --no-cache-dir --no-build-isolation -c requirements.lock -w /wheels . \
    && python -m venv --without-pip /venv \
    && pip --python /venv/bin/python install --no-cache-dir --no-index --find-links /wheels croupier

FROM python:3.12-slim
RUN useradd --system --uid 10001 --no-create-home croupier \
    && install -d -o croupier -m 700 /data
COPY --from=build /venv /venv
# SANDBOX=0: without a token the image refuses to start, unless told SANDBOX=1.
# STATUS_HOST: inside the container; nobody reaches it from outside unless the port is published.
ENV PATH=/venv/bin:$PATH DATA_DIR=/data SANDBOX=0 STATUS_PORT=8080 STATUS_HOST=0.0.0.0
USER croupier
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=2 \
    CMD ["python", "-m", "bot.health"]
CMD ["python", "-m", "bot"]
